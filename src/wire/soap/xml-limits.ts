import { createMarkupScan } from './markup-scan.js';

/** Limits of a document. Depth, nodes and references take more time than their bytes suggest. */
export interface XmlLimits {
  /** Bytes of the whole document. */
  readonly bytes: number;
  /** Depth of nested elements. */
  readonly depth: number;
  /** Elements, comments, instructions and CDATA sections. */
  readonly nodes: number;
  /** Attributes of one element. */
  readonly attributes: number;
}

/**
 * For requests, of which the largest valid one has forty elements. 32 MiB fit a batch of 100,000 records (docs/wire/soap.md
 * section 5). The depth is limited because saxes takes quadratic time in it.
 */
export const REQUEST_LIMITS: XmlLimits = { bytes: 32 * 1024 * 1024, depth: 64, nodes: 2_000, attributes: 64 };

/** For answers in a client: a search may list many thousand transactions of twenty elements each. */
export const RESPONSE_LIMITS: XmlLimits = { bytes: 128 * 1024 * 1024, depth: 64, nodes: 5_000_000, attributes: 64 };

/**
 * References (`&#xD;`, `&amp;`), and brackets in CDATA, that any document may have, and one more for each so many
 * characters: a batch of short lines, each ended by `&#xD;` and a line feed, has one in fifty.
 */
const REFERENCES = 4_000;
const CHARACTERS_PER_REFERENCE = 32;
/** The longest comment and the longest instruction, in characters. */
const LONGEST_COMMENT = 32 * 1024;
/** The longest space and comments before the root element, in characters. */
const PROLOG = 32 * 1024;

/** Counts the input of a parser; each method returns the refusal, or undefined while the document is within the limits. */
export interface XmlMeter {
  characters(text: string): string | undefined;
  prolog(): string | undefined;
  node(depth: number): string | undefined;
  attribute(count: number): string | undefined;
}

export function createXmlMeter(limits: XmlLimits): XmlMeter {
  let characters = 0;
  let nodes = 0;
  const scan = createMarkupScan();
  return {
    characters(text) {
      characters += text.length;
      const { references, brackets, comment, hasDtd } = scan(text);
      const allowed = REFERENCES + characters / CHARACTERS_PER_REFERENCE;
      if (hasDtd) return 'For security reasons DTD is prohibited in this XML document.';
      if (comment > LONGEST_COMMENT) return 'A comment or an instruction is too long.';
      if (brackets > allowed) return 'The document has too many brackets in CDATA.';
      return references > allowed ? 'The document has too many references.' : undefined;
    },
    prolog: () => (characters >= PROLOG ? 'The document has no root element where it should begin.' : undefined),
    node(depth) {
      nodes += 1;
      if (depth > limits.depth) return `The document is nested deeper than ${limits.depth} elements.`;
      return nodes > limits.nodes ? `The document has more than ${limits.nodes} nodes.` : undefined;
    },
    attribute: (count) =>
      count > limits.attributes ? `An element has more than ${limits.attributes} attributes.` : undefined,
  };
}
