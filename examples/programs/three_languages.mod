MODULE Three_languages
  ! The same 42 moves as three_languages.irl (L-IRL) and three_languages.src (KRL).
  PERS tooldata tGripper:=[TRUE,[[0,0,150],[1,0,0,0]],[3,[0,0,60],[1,0,0,0],0.01,0.01,0.01]];
  PERS wobjdata wTable:=[FALSE,TRUE,"",[[850,-100,100],[0.965925826289068,0,0,0.258819045102521]],[[0,0,0],[1,0,0,0]]];
  CONST loaddata lBox:=[6,[0,0,70],[1,0,0,0],0.02,0.02,0.02];   ! in the tool frame
  CONST jointtarget jStart:=[[0,0,-90,0,-90,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget pSource:=[[100,350,150],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget pCorner:=[[0,-150,50],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  ! Joint moves at the full speed of the axes: no limit of the tool's speed binds.
  CONST speeddata vFree:=[20000,5000,5000,1000];
  CONST speeddata vSlow:=[100,180,5000,1000];
  CONST speeddata vMid:=[400,180,5000,1000];
  CONST speeddata vFast:=[600,180,5000,1000];
  CONST zonedata zLow:=[FALSE,15,15,15,1.5,15,1.5];
  VAR robtarget pSpot;

  PROC main()
    MoveAbsJ jStart,vFree,fine,tGripper\WObj:=wTable;
    FOR k FROM 1 TO 4 DO
      pSpot:=Offs(pCorner,(k-1)*30,(k MOD 2)*90,0);
      MoveJ Offs(pSource,0,0,120),vFree,fine,tGripper\WObj:=wTable;
      MoveL Offs(pSource,0,0,40),vMid,zLow,tGripper\WObj:=wTable;
      MoveL pSource,vSlow,fine,tGripper\WObj:=wTable;
      GripLoad lBox;
      MoveL Offs(pSource,0,0,120),vMid,z30,tGripper\WObj:=wTable;
      MoveL Offs(pSource,-100,-60,200),vMid,z30,tGripper\WObj:=wTable;
      MoveL Offs(pSpot,0,0,200),vFast,fine,tGripper\WObj:=wTable;
      MoveJ Offs(pSpot,0,0,120),vFree,fine,tGripper\WObj:=wTable;
      MoveL pSpot,vSlow,fine,tGripper\WObj:=wTable;
      SetDown;
    ENDFOR
    MoveAbsJ jStart,vFree,fine,tGripper\WObj:=wTable;
  ENDPROC

  PROC SetDown()
    GripLoad load0;
    WaitTime 0.1;
    MoveL RelTool(pSpot,0,0,-120),vMid,z20,tGripper\WObj:=wTable;
    MoveL Offs(pSpot,0,-80,160),vMid,fine,tGripper\WObj:=wTable;
  ENDPROC
ENDMODULE
