MODULE two_moves
  PERS tooldata tGrip:=[TRUE,[[0,0,150],[1,0,0,0]],[3,[0,0,60],[1,0,0,0],0.01,0.01,0.01]];
  PERS wobjdata wTable:=[FALSE,TRUE,"",[[850,-100,100],[1,0,0,0]],[[0,0,0],[1,0,0,0]]];
  CONST jointtarget jHome:=[[0,0,-90,0,-90,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p10:=[[0,0,150],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  PROC main()
    MoveAbsJ jHome,v1000,fine,tGrip;
    FOR i FROM 1 TO 2 DO
      MoveL Offs(p10,50*i,0,0),v200,z10,tGrip\WObj:=wTable;
    ENDFOR
    SetDO do1,1;
    WaitTime 0.2;
  ENDPROC
ENDMODULE
