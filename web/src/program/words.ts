// How the three languages are spelled: what is coloured, what is offered.
export interface Words {
  name: string;
  keywords: Set<string>;
  types: Set<string>;
  /** Data and functions that every controller of the language has. */
  known: Set<string>;
  lineComment: RegExp;
  /** From its first match to its second; most languages have none. */
  blockComment?: { begin: string; end: string };
  word: RegExp;
  number: RegExp;
  /** The declared names of a text: the last group of each match. */
  declarations: RegExp[];
}

const split = (text: string): string[] => text.trim().split(/\s+/);
const set = (text: string): Set<string> => new Set(split(text));

export const lirl: Words = {
  name: 'L-IRL',
  keywords: set(`and begin case const div do downto else elsif end endcase endconst endfor endfunct endif endloop endproc
    endprogram endseq endvar endwhile exit ext_force false for function grip halt if loop mod move move_inc not of or pause
    procedure program release repeat return sec seq step stop then timeout to true until use_base use_robot use_tool var wait
    when while xor ptp lin circle`),
  types: set('int real bool string position orientation pose frame robtarget robtarg joint mainjoint load tool wrench'),
  known: set(`speed acc dec speed_ptp acc_ptp dec_ptp speed_ori acc_ori time angle c_cp c_ptp c_speed c_ori o_con o_var o_pco
    o_pvo o_joint orizyx orirpy orizyz ori_lola oriquat inertia addjoint here herej inv sin cos tan asin acos atan2 sqrt abs
    min max round trunc pi`),
  lineComment: /^\/\/.*/,
  blockComment: { begin: '{', end: '}' },
  word: /^[A-Za-z_]\w*/,
  number: /^\d+(\.\d+)?([eE][-+]?\d+)?/,
  declarations: [/^\s*(?:robtarg(?:et)?|joint|pose|frame|tool|load|int|real|bool|string|position|orientation|wrench)\s*:\s*(\w+)/gim,
    /^\s*(?:procedure|function\s+\w+)\s+(\w+)/gim],
};

const speeds = split('v5 v10 v20 v30 v40 v50 v60 v80 v100 v150 v200 v300 v400 v500 v600 v800 v1000 v1500 v2000 v2500 v3000 v4000 v5000 v6000 v7000 vmax');
const zones = split('fine z0 z1 z5 z10 z15 z20 z30 z40 z50 z60 z80 z100 z150 z200');

export const rapid: Words = {
  name: 'RAPID',
  keywords: set(`alias and backward case connect const default div do else elseif endfor endfunc endif endmodule endproc
    endrecord endtest endtrap endwhile error exit false for from func goto if inout local mod module not or pers proc raise
    record retry return step switch task test then to trap true trynext undo var while with xor
    MoveJ MoveL MoveC MoveAbsJ MoveLDO MoveJDO MoveCDO TriggL TriggJ TriggC SearchL SearchC ArcL ArcLStart ArcLEnd
    WaitTime WaitDI WaitUntil AccSet VelSet PathAccLim WorldAccLim ConfJ ConfL SingArea CirPathMode GripLoad PDispSet PDispOff
    Set Reset SetDO SetGO SetAO PulseDO TPWrite Incr Decr Add Clear`.toLowerCase()),
  types: set(`num dnum bool string pos orient pose confdata extjoint robjoint robtarget jointtarget speeddata zonedata
    loaddata tooldata wobjdata intnum errnum clock btnres signaldi signaldo`),
  known: new Set([...speeds, ...zones, ...split(`tool0 wobj0 load0 Offs RelTool CRobT CJointT CPos CalcJointT CalcRobT
    PoseMult PoseInv PoseVect OrientZYX EulerZYX NOrient Distance Dim Present Abs Sqrt Pow Sin Cos Tan ASin ACos ATan2 Round
    Trunc NumToStr ValToStr StrLen StrPart StrFind StrToVal pi`)]),
  lineComment: /^!.*/,
  word: /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/,
  number: /^(0[xX][\da-fA-F]+|0[bB][01]+|(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?)/,
  declarations: [/^\s*(?:local\s+|task\s+)*(?:var|pers|const)\s+\w+\s+(\w+)/gim,
    /^\s*(?:local\s+)?(?:proc|trap|record|func\s+\w+)\s+(\w+)/gim],
};

export const krl: Words = {
  name: 'KRL',
  keywords: set(`and b_and b_exor b_not b_or brake case continue decl def default defdat deffct delay distance do else end
    enddat endfct endfor endif endloop endspline endswitch endwhile enum exit exor ext extfct false for global goto halt if
    import in interrupt loop not off on or out path prio ptp_spline public pulse repeat resume return sec signal spline step
    struc switch then to trigger true until wait when while with
    ptp lin circ sptp slin scirc spl ptp_rel lin_rel circ_rel sptp_rel slin_rel c_ptp c_dis c_vel c_ori c_spl ca bas`),
  types: set('int real bool char frame pos e6pos axis e6axis load inertia fdat pdat ldat'),
  known: set(`$VEL $ACC $APO $VEL_AXIS $ACC_AXIS $TOOL $BASE $LOAD $ORI_TYPE $CIRC_TYPE $IPO_MODE $IN $OUT $FLAG $POS_ACT
    $AXIS_ACT $ADVANCE $OV_PRO $NULLFRAME $WORLD TOOL_DATA BASE_DATA LOAD_DATA PDAT_ACT LDAT_ACT FDAT_ACT #INITMOV #PTP_PARAMS
    #CP_PARAMS #PTP_DAT #CP_DAT #FRAMES #VEL_PTP #VEL_CP #ACC_PTP #ACC_CP #TOOL #BASE #VAR #CONSTANT #JOINT #PATH SVEL_JOINT
    SVEL_CP SACC_JOINT SACC_CP STOOL2 SBASE SLOAD SAPO SAPO_PTP SIPO_MODE SORI_TYP SCIRC_TYP ABS SQRT SIN COS TAN ASIN ACOS
    ATAN2 INV_POS`),
  lineComment: /^[;&].*/,
  word: /^[#$A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
  number: /^('[BbHh][\da-fA-F]+'|(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?)/,
  declarations: [/^\s*(?:global\s+)?(?:decl\s+)?(?:global\s+)?(?:const\s+)?(?:int|real|bool|char|frame|pos|e6pos|axis|e6axis|load|fdat|pdat|ldat)\s+(\w+)/gim,
    /^\s*(?:global\s+)?(?:def|deffct\s+\w+)\s+(\w+)/gim, /^\s*signal\s+(\w+)/gim],
};

/** By the text alone, as its file may have any name. */
export function wordsOf(text: string): Words {
  const head = text.slice(0, 20_000);
  if (/^\s*(%%%[\s\S]*?%%%)?(\s|!.*)*module\b/i.test(head)) return rapid;
  if (/^(\s|&.*|;.*)*(global\s+)?(def|deffct|defdat)\b/i.test(head)) return krl;
  return lirl;
}

export function declaredIn(text: string, words: Words): string[] {
  const names = new Map<string, string>();
  for (const declaration of words.declarations)
    for (const match of text.matchAll(declaration)) if (match[1]) names.set(match[1].toLowerCase(), match[1]);
  return [...names.values()];
}
