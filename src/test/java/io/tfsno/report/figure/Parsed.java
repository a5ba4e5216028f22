package io.tfsno.report.figure;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A figure read back as XML. */
public record Parsed(Document document) {
  public static Parsed of(Panel panel) {
    return of(new Figure("figure").add(panel));
  }

  public static Parsed of(Figure figure) {
    return of(figure.toSvg());
  }

  public static Parsed of(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      return new Parsed(factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg))));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + svg, e);
    }
  }

  Element root() {
    return document.getDocumentElement();
  }

  List<Element> all(String name) {
    NodeList nodes = document.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  public List<String> texts() {
    return all("text").stream().map(Element::getTextContent).toList();
  }

  /** The lines of series, which are the only unfilled paths. */
  List<String> lines() {
    return all("path").stream()
        .filter(p -> p.getAttribute("fill").equals("none"))
        .map(p -> p.getAttribute("d"))
        .toList();
  }
}
