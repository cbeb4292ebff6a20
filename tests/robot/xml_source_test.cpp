// XML that is broken, hostile or merely odd.
#include "robot/urdf_text.hpp"

#include <gtest/gtest.h>

namespace erfd {
namespace {

using namespace test;

TEST(XmlText, SyntaxErrorsNameTheLine) {
  EXPECT_EQ(findings("<robot name=\"r\">\n  <link name=\"a\">\n</robot>"),
            "arm.urdf:2:3: error: not XML: this element is not closed, or closed by another name "
            "[syntax]");
  EXPECT_EQ(findings("<robot name=\"r\" name=\"r\"/>"),
            "arm.urdf:1:1: error: not XML: an attribute of this element is broken or given twice; "
            "write name=\"value\" [syntax]");
  EXPECT_EQ(
      findings(""),
      "arm.urdf:1:1: error: the file holds no XML element; a URDF begins with <robot> [syntax]");
  EXPECT_EQ(findings("<robot name=\"r\"/>\n<robot/>"),
            "arm.urdf:2:1: error: a second root element <robot>; an XML file has one [syntax]");
}

TEST(XmlText, ElementsBehindAStrayClosingTagAreNotDroppedSilently) {
  EXPECT_EQ(findings("<robot name=\"r\"/></link>\n<link name=\"a\"/>"),
            "arm.urdf:2:1: error: not XML: elements behind the end of the root element; remove the "
            "stray closing tag [syntax]");
}

TEST(XmlText, AClosingTagHasNoAttributes) {
  EXPECT_EQ(findings("<robot name=\"r\"/>\n</link name=\"a\"/>"),
            "arm.urdf:2:1: error: not XML: a closing tag holds its name only [syntax]");
}

TEST(XmlText, AnotherKindOfFileIsNamed) {
  EXPECT_EQ(findings("<sdf version=\"1.7\"/>"),
            "arm.urdf:1:1: error: root element is <sdf>, expected <robot>; this is not a URDF "
            "[not-urdf]");
}

TEST(XmlText, BytesThatAreNoTextAreRefused) {
  EXPECT_EQ(findings(std::string("<robot \0/>", 10)),
            "arm.urdf:1:8: error: character 0x00 is not allowed in XML; remove it [bad-character]");
  EXPECT_EQ(findings("<robot>\n \xff</robot>"),
            "arm.urdf:2:2: error: byte 0xff is not UTF-8; save the file as UTF-8 [bad-encoding]");
  // A reference to character zero would cut the value off: mass="1&#0;kg" must not be read as 1.
  EXPECT_EQ(findings("<robot name=\"1&#0;kg\"/>"),
            "arm.urdf:1:15: error: '&#' begins no character that XML allows; write &amp;# for the "
            "signs [bad-character]");
}

TEST(XmlText, OverlongFormsAndSurrogatesAreNoUtf8) {
  for (const char* bytes :
       {"\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3"}) {
    EXPECT_EQ(count_of(read(std::string("<robot name=\"") + bytes + "\"/>"), "bad-encoding"), 1);
  }
}

TEST(XmlText, ColumnsCountCharactersAndABomIsNone) {
  EXPECT_EQ(
      read("\xef\xbb\xbf<robot name=\"arm\"><!-- \xc3\xa4\xe2\x82\xac --><link nme=\"\"/></robot>")
          .findings.all()
          .at(0)
          .at,
      (Location{1, 30}));
}

TEST(XmlText, PlacesSurviveCommentsCdataAndOddBlanks) {
  const auto result = read(
      "<?xml version=\"1.0\"?>\n<!-- <link name=\"no\"/> -->\n<robot name='arm'\n>"
      "<![CDATA[<link/>]]>\n< link\tname = \"a>b\" /><lnik/></robot>");
  ASSERT_EQ(result.findings.all().size(), 3u) << result.findings.text();
  EXPECT_EQ(result.findings.all()[0].at, (Location{5, 1}));
  EXPECT_EQ(result.findings.all()[2].check, "unknown-element");
  EXPECT_EQ(result.findings.all()[2].at, (Location{5, 23}));
}

TEST(XmlText, IsReadUpTo8MiB) {
  const std::string head = "<robot name=\"r\"><!--", tail = "--></robot>";
  const std::size_t filling = (std::size_t{8} << 20) - head.size() - tail.size();
  EXPECT_EQ(count_of(read(head + std::string(filling, ' ') + tail), "too-large"), 0);
  EXPECT_EQ(
      findings(head + std::string(filling + 1, ' ') + tail),
      "arm.urdf:1:1: error: the file has 8.0 MiB; at most 8 MiB are read; keep meshes in files "
      "of their own [too-large]");
}

TEST(XmlText, IsReadUpTo100ElementsDeep) {
  const auto nested = [](int depth) {
    std::string text = "<robot name=\"r\">";
    for (int k = 0; k < depth; ++k) text += "\n<gazebo>";
    for (int k = 0; k < depth; ++k) text += "</gazebo>";
    return text + "</robot>";
  };
  EXPECT_EQ(count_of(read(nested(90)), "syntax"), 0);
  EXPECT_NE(findings(nested(200)).find("elements are nested more than 100 deep"),
            std::string::npos);
}

TEST(XmlText, TagsWithHundredsOfAttributesAreRefusedBeforeTheParserComparesThem) {
  std::string text = "<robot";
  for (int k = 0; k < 65; ++k) text += " a" + std::to_string(k) + "=\"\"";
  EXPECT_EQ(findings(text + "/>"),
            "arm.urdf:1:1: error: a tag with 65 attributes; at most 64 are read [too-large]");
}

TEST(XmlText, MessagesShortenLongTexts) {
  const std::string message = findings("<robot name=\"" + std::string(5000, 'x') + " \"/>");
  EXPECT_LT(message.size(), 400u);
  EXPECT_NE(message.find("xxx...'"), std::string::npos);
}

}  // namespace
}  // namespace erfd
