// Instructions that are known and move nothing.
#include "program/rapid/machine.hpp"

#include <unordered_set>

namespace erfd::rapid {

bool is_stepped_over(std::string_view word) {
  static constexpr std::string_view all =
      "tpwrite tperase tpshow uimsgbox uishow errwrite errlog errraise pulsedo invertdo waitdi "
      "waitdo waitai waitao waitgi waitgo waituntil waitrob waitsynctask waittestandset "
      "waitload waitsensor iodisable ioenable isignaldi isignaldo isignalai isignalao isignalgi "
      "isignalgo itimer ipers ierror idisable ienable idelete iwatch isleep ivarvalue "
      "intdisable clkreset clkstart clkstop open close rewind write writebin writestrbin "
      "writeanybin cleariobuff clearrawbytes copyrawbytes packrawbytes packdnheader "
      "writerawbytes makedir removedir removefile renamefile copyfile opendir closedir fsfree "
      "save load startload unload erasemodule checkprogref cancelload singarea "
      "softact softdeact motionsup tunereset tuneservo stoppoint storepath restopath startmove "
      "stopmove stopmovereset startmoveretry clearpath stop stopmoves break booknerrno "
      "bookerrno skipwarn resetretrycount socketcreate socketbind socketlisten socketaccept "
      "socketconnect socketsend socketclose rmqfindslot rmqsendmessage rmqemptyqueue "
      "rmqgetmessage rmqgetmsgheader rmqgetmsgdata rmqsendwait egmreset egmgetid egmsetupuc "
      "egmsetupai egmsetupao egmsetupgi egmsetupltapp egmactpose egmactjoint egmactmove egmstop "
      "egmstreamstart egmstreamstop triggio triggequip triggint triggcheckio triggrampao "
      "triggspeed triggstopproc worldzone wzboxdef wzcyldef wzsphdef wzhomejointdef "
      "wzlimjointdef wzlimsup wzdoset wzenable wzdisable wzfree actunit deactunit setsysdata "
      "setdatasearch getsysdata setdataval getdataval setalldataval spyon spyoff "
      "systemstopaction processstop procerrrecovery getautostatus callbyvar syncmoveon "
      "syncmoveoff syncmoveundo syncmoveresume syncmovesuspend softwaresync corrcon corrdiscon "
      "corrclear corrwrite pathrecstart pathrecstop pathresol eoffson eoffsoff eoffsset "
      "mocgenstart hollowwriston aliasio aliasioreset unpackrawbytes timespec hand_initialize "
      "hand_gripinward hand_gripoutward hand_moveto hand_jogoutward hand_joginward hand_stop "
      "hand_setspeed hand_setmaxspeed hand_sethold g_init g_gripin g_gripout g_moveto "
      "g_setspeed g_setforce g_jogin g_jogout g_sethold arcrefresh setupsema textabinstall "
      "textget setleadthrough logproc saferrobtarget contactl_off tuningreset gripperopen "
      "dropwobj waitwobj dropsensor syncwobj uncal manloadidproc loadidproc paramidrobvalid "
      "paramidposvalid fricidinit fricidevaluate fricidsetfric camflush camgetparameter "
      "camgetresult camloadjob camreqimage camsetexposure camsetparameter camsetprogrammode "
      "camsetrunmode camstartloadjob camwaitloadjob indreset snapshot ";
  static const std::unordered_set<std::string_view> words = [] {
    std::unordered_set<std::string_view> made;
    for (std::size_t i = 0; i < all.size();) {
      const std::size_t blank = all.find(' ', i);
      made.insert(all.substr(i, blank - i));
      i = blank + 1;
    }
    return made;
  }();
  return words.contains(word);
}

}  // namespace erfd::rapid
