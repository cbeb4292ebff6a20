// One line for each construct that people write in RAPID and KRL: how many moves and waits come out.
#include "erfd/program/krl.hpp"
#include "erfd/program/rapid.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

struct Construct {
  const char* name;
  std::size_t records;
  const char* body;       ///< statements of the main routine
  const char* more = "";  ///< declarations and routines beside it
};

std::string rapid_text(const Construct& c) {
  return std::string("MODULE m\n") +
         "  CONST robtarget p1:=[[500,100,300],[0,1,0,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];\n" +
         "  VAR num n; VAR num k; VAR bool ok; VAR string s; VAR num list{3}; VAR num "
         "grid{2,3};\n" +
         c.more + "\n  PROC main()\n" + c.body + "\n  ENDPROC\nENDMODULE\n";
}

// Each moves once.
#define GO "MoveL p1,v100,fine,tool0;"

const Construct rapid_constructs[] = {
    {"MoveJ MoveL", 2, "MoveJ p1,v100,z10,tool0; MoveL p1,v100,fine,tool0\\WObj:=wobj0;"},
    {"MoveC", 2,
     "MoveL p1,v100,fine,tool0; MoveC Offs(p1,10,10,0),Offs(p1,20,0,0),v50,fine,tool0;"},
    {"MoveAbsJ", 1,
     "MoveAbsJ [[0,0,0,0,30,0],[9E9,9E9,9E9,9E9,9E9,9E9]]\\NoEOffs,v100,fine,tool0;"},
    {"MoveLDO", 1, "MoveLDO p1,v100,fine,tool0,do1,1;"},
    {"TriggL", 1, "TriggIO t1,5\\DOp:=do1,1; TriggL p1,v100,t1,fine,tool0;", "  VAR triggdata t1;"},
    {"SearchL", 1, "SearchL\\Stop,di1,p2,p1,v50,tool0;", "  VAR robtarget p2;"},
    {"ArcL", 2, "ArcLStart p1,v50,sm,wd,fine,tool0; ArcLEnd p1,v50,sm,wd,fine,tool0;",
     "  PERS seamdata sm; PERS welddata wd;"},
    {"\\V \\Z \\T \\Conc \\ID", 3,
     "MoveL p1,v100\\V:=50,z10\\Z:=4,tool0; MoveL p1,v100\\T:=2,fine,tool0;"
     "MoveL\\Conc,p1,v100,fine\\Inpos:=inpos50,tool0;"},
    {"Offs of Offs", 1, "MoveL Offs(Offs(p1,0,0,10),5,0,0),v100,fine,tool0;"},
    {"RelTool", 1, "MoveL RelTool(p1,0,0,-20\\Rz:=90),v100,fine,tool0;"},
    {"CRobT", 2,
     GO "\n p2:=CRobT(\\Tool:=tool0\\WObj:=wobj0); MoveL Offs(p2,0,0,5),v50,fine,tool0;",
     "  VAR robtarget p2;"},
    {"record fields", 1,
     "p2:=p1; p2.trans.z:=p2.trans.z+1; p2.rot:=p1.rot; MoveL p2,v50,fine,tool0;",
     "  VAR robtarget p2;"},
    {"RECORD", 1, "one.n:=2; one.at.x:=3; IF one.n=2 AND one.at.x=3 " GO,
     "  RECORD part\n    num n;\n    pos at;\n  ENDRECORD\n  VAR part one;"},
    {"ALIAS", 1, "lev:=3; IF lev=3 " GO, "  ALIAS num level;\n  VAR level lev;"},
    {"arrays", 2,
     "list:=[1,2,3]; grid{2,3}:=list{3}; FOR i FROM 1 TO Dim(grid,1) DO\n" GO "\nENDFOR"},
    {"array parameters", 1, "IF sum(list)=6 " GO,
     "  FUNC num sum(num x{*})\n    VAR num t:=0;\n    FOR i FROM 1 TO Dim(x,1) DO\n      t:=t+i;\n"
     "    ENDFOR\n    RETURN t;\n  ENDFUNC"},
    {"optional, switch, alternatives", 3, "go; go\\n:=2; go\\up;",
     "  PROC go(\\num n|switch up)\n    IF Present(n) OR Present(up) OR TRUE THEN\n" GO
     "\n    ENDIF\n  ENDPROC"},
    {"INOUT", 1, "raise_it n; IF n=5 " GO, "  PROC raise_it(INOUT num x)\n    x:=5;\n  ENDPROC"},
    {"moves in a function", 2, "n:=probe(); IF n=7 " GO,
     "  FUNC num probe()\n" GO "\n    RETURN 7;\n  ENDFUNC"},
    {"recursion", 3, "down 3;",
     "  PROC down(num k)\n    IF k=0 RETURN;\n" GO "\n    down k-1;\n  ENDPROC"},
    {"late binding", 2, "FOR i FROM 1 TO 2 DO\n%\"part_\"+ValToStr(i)%;\nENDFOR",
     "  PROC part_1()\n" GO "\n  ENDPROC\n  PROC part_2()\n" GO "\n  ENDPROC"},
    {"TEST", 1,
     "n:=2; TEST n\nCASE 1:\n" GO GO "\nCASE 2,3:\n" GO "\nDEFAULT:\n" GO GO GO "\nENDTEST"},
    {"GOTO", 3, "n:=0; again: n:=n+1;\n" GO "\nIF n<3 GOTO again;"},
    {"FOR STEP", 3, "FOR i FROM 10 TO 0 STEP -5 DO\n" GO "\nENDFOR"},
    {"WHILE", 2, "WHILE n<2 DO\n" GO "\nIncr n;\nENDWHILE"},
    {"WHILE TRUE is run once", 1, "WHILE TRUE DO\n" GO "\nENDWHILE"},
    {"IF ELSEIF ELSE", 1,
     "IF n=1 THEN\n" GO GO "\nELSEIF n=0 THEN\n" GO "\nELSE\n" GO GO GO "\nENDIF"},
    {"EXIT", 1, GO "\nEXIT;\n" GO},
    {"ERROR RETRY TRYNEXT", 2, "risky; " GO,
     "  PROC risky()\n    RAISE 1;\n" GO "\n  ERROR (1, 2)\n    TRYNEXT;\n  ENDPROC"},
    {"RAISE to the caller", 1, "outer;",
     "  PROC outer()\n    inner;\n  ERROR\n" GO
     "\n    RETURN;\n  ENDPROC\n  PROC inner()\n    RAISE 7;\n"
     "  ENDPROC"},
    {"UNDO BACKWARD", 1, "both;",
     "  PROC both()\n" GO "\n  BACKWARD\n" GO "\n  UNDO\n" GO "\n  ENDPROC"},
    {"TRAP CONNECT", 1, "CONNECT no WITH tr; ISignalDI di1,1,no; IDelete no;" GO,
     "  VAR intnum no;\n  TRAP tr\n" GO "\n  ENDTRAP"},
    {"text functions", 1,
     "s:=\"part\"+NumToStr(3.14159,2); IF StrLen(s)=8 AND StrPart(s,1,4)=\"part\" AND "
     "StrFind(s,1,\".\")=6 "
     "AND StrMatch(s,1,\"3.1\")=5 " GO},
    {"StrToVal", 1, "ok:=StrToVal(\"2.5\",n); IF ok AND n=2.5 " GO},
    {"arithmetic", 1, "IF Abs(-2)+Sqrt(9)+Pow(2,3)+Trunc(2.7)+Round(2.5)+7 DIV 2+7 MOD 4=24 " GO},
    {"pose functions", 1,
     "q:=PoseMult(q,PoseInv(q)); IF Distance(q.trans,[0,0,0])<1E-6 AND OrientZYX(0,0,0)=q.rot " GO,
     "  VAR pose q:=[[1,2,3],[1,0,0,0]];"},
    {"NOT binds loosely", 1, "IF NOT n=1 AND ok=FALSE " GO},
    {"WaitUntil with brackets", 1, "WaitUntil(n=1 AND ok)OR(n=2)\\MaxTime:=3;" GO},
    {"WaitTime \\InPos", 2, "WaitTime\\InPos,0.5;" GO},
    {"clock, time, date", 1, "ClkReset c; ClkStart c; s:=CDate()+CTime(); n:=ClkRead(c);" GO,
     "  VAR clock c;"},
    {"operator", 1,
     "TPErase; TPWrite \"a\"\\Num:=n; TPReadFK n,\"go?\",\"yes\",stEmpty,stEmpty,stEmpty,"
     "stEmpty; IF n=1 " GO},
    {"UIMessageBox", 1,
     "n:=UIMessageBox(\\Header:=\"h\"\\MsgArray:=[\"a\"]\\Buttons:=btnOK); IF n=1 " GO},
    {"outputs keep their value", 1, "Set do1; SetGO go1,5; IF do1=1 AND GOutput(go1)=5 " GO},
    {"settings", 1,
     "AccSet 50,50; VelSet 50,800; PathAccLim TRUE\\AccMax:=2,FALSE; WorldAccLim\\On:=3;"
     "SingArea\\Wrist; CirPathMode\\ObjectFrame; ConfL\\Off; ConfJ\\Off; SoftAct 1,50; "
     "MotionSup\\Off;" GO},
    {"PDispSet", 1, "PDispSet [[10,0,0],[1,0,0,0]];" GO "PDispOff;"},
    {"GripLoad", 1, "GripLoad l1;" GO "GripLoad load0;",
     "  PERS loaddata l1:=[2,[0,0,50],[1,0,0,0],0,0,0];"},
    {"placeholders of the editor", 1, "<SMT>\n" GO},
    {"declarations between statements", 1, "VAR num inner:=2;\nIF inner=2 " GO},
    {"numbers", 1, "n:=0xFF+0b101+.5+1E2; IF n=360.5 " GO},
    {"comments and odd capitals", 1, "! MoveL p1\nmovel P1,V100,Fine,TOOL0; ! end"},
};

TEST(Constructs, OfRapidAskForWhatTheySay) {
  for (const Construct& c : rapid_constructs) {
    const std::string text = rapid_text(c);
    const ReadProgram read = read_rapid(text, "m.mod", {});
    EXPECT_FALSE(read.findings.has_errors()) << c.name << "\n" << read.findings.text() << text;
    EXPECT_EQ(read.program.instructions.size(), c.records) << c.name << "\n"
                                                           << read.findings.text();
  }
}

std::string krl_text(const Construct& c) {
  return std::string("&ACCESS RVP\n&REL 1\nDEF m( )\n") + c.body + "\nEND\n" + c.more + "\n";
}

#define PT "PTP {A1 5}\n"

const Construct krl_constructs[] = {
    {"PTP LIN CIRC", 3,
     "PTP {X 500,Y 0,Z 300,A 0,B 0,C 180}\nLIN {X 510,Y 0,Z 300,A 0,B 0,C 180}\nCIRC {X 520,Y 10,Z "
     "300},"
     "{X 530,Y 0,Z 300,A 0,B 0,C 180},CA 90"},
    {"SPTP SLIN SCIRC", 3,
     "SPTP {A1 5}\nSLIN {X 510,Y 0,Z 300,A 0,B 0,C 180}\nSCIRC {X 520,Y 10,Z 300,A 0,B 0,C 180},{X "
     "530,Y "
     "0,Z 300,A 0,B 0,C 180}"},
    {"relative", 3,
     "LIN {X 510,Y 0,Z 300,A 0,B 0,C 180}\nLIN_REL {Z 5} #TOOL\nLIN_REL {X 5} #BASE C_DIS"},
    {"PTP_REL", 2, "PTP {A1 0,A2 0,A3 0,A4 0,A5 0,A6 0}\nPTP_REL {A1 3}"},
    {"approximation", 5,
     "PTP {A1 1} C_PTP\nLIN {X 510,Y 0,Z 300,A 0,B 0,C 180} C_DIS C_DIS\nLIN {X 520,Y "
     "0,Z 300,A 0,B 0,C 180} C_VEL\nLIN {X 530,Y 0,Z 300,A 0,B 0,C 180} C_ORI\nPTP {A1 2} C_DIS"},
    {"spline blocks", 2,
     "SPLINE\nSPL {X 510,Y 0,Z 300,A 0,B 0,C 180}\nSLIN {X 520,Y 0,Z 300,A 0,B 0,C "
     "180}\nENDSPLINE"},
    {"geometric operator", 1,
     "DECL FRAME f\nf={X 500,Y 0,Z 300,A 0,B 0,C 180}\nLIN f:{X 0,Y 0,Z -20,A 0,B "
     "0,C 0}:{X 1,Y 0,Z 0,A 0,B 0,C 0}"},
    {"partial targets", 2, "LIN {X 510,Y 0,Z 300,A 0,B 0,C 180}\nLIN {Z 310}"},
    {"interrupts", 1,
     "GLOBAL INTERRUPT DECL 3 WHEN $STOPMESS==TRUE DO IR_STOPM ( )\nINTERRUPT ON 3\n" PT
     "INTERRUPT OFF 3\nBRAKE F\nRESUME"},
    {"triggers", 1,
     "TRIGGER WHEN DISTANCE=0 DELAY=20 DO $OUT[1]=TRUE\nTRIGGER WHEN PATH=-50 ONSTART "
     "DELAY=0 DO paint() PRIO=-1\n" PT,
     "DEF paint()\n" PT "END"},
    {"CONTINUE HALT PULSE", 1, "CONTINUE\nPULSE($OUT[3],TRUE,0.5)\nHALT\n" PT},
    {"analog", 1, "ANIN ON x=1*$ANIN[1]+0\nANOUT OFF y\nDIGIN ON z=1*$DIGIN1+0\n" PT},
    {"waits", 2, "WAIT FOR $IN[1] AND NOT $IN[2]\nWAIT SEC 0.5\n" PT},
    {"declarations", 1,
     "DECL INT i,j\nDECL REAL r\nBOOL b\nCHAR c[12]\nDECL E6POS p[3]\nDECL CONST INT "
     "k=3\nc[]=\"text\"\np[2]={X 1,Y 2,Z 3,A 0,B 0,C 0}\nb=(p[2].X==1) AND (c[]==\"text\")\nIF b "
     "THEN\n" PT "ENDIF"},
    {"STRUC ENUM", 1,
     "DECL box one\nDECL colour c\none.n=3\none.at.x=4\nc=#red\nIF (one.n==3) AND "
     "(one.at.x==4) AND (c==#red) THEN\n" PT "ENDIF",
     "DEFDAT m\nSTRUC box INT n, FRAME at\nENUM colour red, green\nENDDAT"},
    {"numbers", 1, "INT i\ni='B0101'+'H0F'+7/2\nIF i==23 THEN\n" PT "ENDIF"},
    {"operators", 1,
     "INT i\nBOOL b\ni=6 B_AND 3 B_OR 8\nb=(NOT FALSE) AND (TRUE EXOR FALSE)\nIF (i==10) AND b "
     "THEN\n" PT "ENDIF"},
    {"functions", 1, "REAL r\nr=SQRT(9)+ABS(-2)+SIN(90)+ATAN2(1,1)/45\nIF r==7 THEN\n" PT "ENDIF"},
    {"IF ELSE", 1, "IF FALSE THEN\n" PT PT "ELSE\n" PT "ENDIF"},
    {"FOR STEP", 3, "INT i\nFOR i=5 TO 1 STEP -2\n" PT "ENDFOR"},
    {"WHILE REPEAT LOOP EXIT", 5,
     "INT i\ni=0\nWHILE i<2\n" PT "i=i+1\nENDWHILE\nREPEAT\n" PT "i=i+1\nUNTIL i>3\nLOOP\n" PT
     "EXIT\nENDLOOP"},
    {"SWITCH", 1,
     "INT i\ni=2\nSWITCH i\nCASE 1\n" PT PT "CASE 2,3\n" PT "DEFAULT\n" PT PT PT "ENDSWITCH"},
    {"GOTO", 2, "INT i\ni=0\nagain:\n" PT "i=i+1\nIF i<2 THEN\nGOTO again\nENDIF"},
    {"routines", 3,
     "INT i\ni=1\nraise_it(i)\nIF i==5 THEN\n" PT "ENDIF\nIF twice(2)==4 THEN\n" PT
     "ENDIF\nRETURN\n" PT,
     "DEF raise_it(x:OUT)\nINT x\n" PT "x=5\nEND\nDEFFCT INT twice(x:IN)\nINT x\nRETURN "
     "2*x\nENDFCT"},
    {"global routines", 1, "go()", "GLOBAL DEF go()\n" PT "END"},
    {"by number", 2,
     "TOOL_DATA[2]={X 0,Y 0,Z 100,A 0,B 0,C 0}\nBASE_DATA[3]={X 50,Y 0,Z 0,A 0,B 0,C "
     "0}\nLOAD_DATA[2].M=5\nBAS(#TOOL,2)\nBAS(#BASE,3)\nLIN {X 500,Y 0,Z 300,A 0,B 0,C "
     "180}\n$TOOL=TOOL_DATA[2]"
     "\n$BASE=$NULLFRAME\nLIN {X 500,Y 9,Z 300,A 0,B 0,C 180}"},
    {"FOLDs and comments", 1,
     ";FOLD INI\n;ENDFOLD (INI)\n"
     "PTP {A1 5} ; comment"},
    {"EXT IMPORT", 1, "EXT BAS (BAS_COMMAND :IN,REAL :IN )\nEXTFCT REAL f(REAL :IN)\n" PT},
    {"foreign lines are told and left", 2, PT "print('1')\nPTP P1 Vel=100 % PDAT1 Tool[1]\n" PT},
    {"small letters", 1, "ptp {a1 5} c_ptp"},
};

TEST(Constructs, OfKrlAskForWhatTheySay) {
  for (const Construct& c : krl_constructs) {
    const std::string text = krl_text(c);
    const ReadProgram read = read_krl(text, "m.src", {});
    EXPECT_FALSE(read.findings.has_errors()) << c.name << "\n" << read.findings.text() << text;
    EXPECT_EQ(read.program.instructions.size(), c.records) << c.name << "\n"
                                                           << read.findings.text();
  }
}

#undef GO
#undef PT

}  // namespace
}  // namespace erfd::test
