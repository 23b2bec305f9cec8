/**
 * Scans a document before the parser for four constructs that the parser reads character by character, with dozens of
 * bytes of memory for each, and reports only at their end: references, brackets in CDATA, a DTD, and the contents of
 * comments and instructions. It only counts; the parser decides whether the document is well-formed.
 */
export interface MarkupCounts {
  /** References so far. */
  readonly references: number;
  /** Closing brackets in CDATA so far. */
  readonly brackets: number;
  /** Characters of the longest comment or instruction so far. */
  readonly comment: number;
  /** A DTD has begun. */
  readonly hasDtd: boolean;
}

interface Section {
  readonly start: string;
  readonly end: string;
}

const CDATA: Section = { start: '<![CDATA[', end: ']]>' };
const DTD: Section = { start: '<!DOCTYPE', end: '>' };
const SECTIONS: readonly Section[] = [{ start: '<!--', end: '-->' }, { start: '<?', end: '?>' }, CDATA, DTD];
/** The number of characters after a bracket that identify the construct; with fewer the scan waits for the next piece. */
const LONGEST_START = CDATA.start.length;

function countOf(text: string, character: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf(character, from); at !== -1 && at < to; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Creates the scan of one document; it takes the text in pieces and returns the counts so far. */
export function createMarkupScan(): (piece: string) => MarkupCounts {
  const counts = { references: 0, brackets: 0, comment: 0, hasDtd: false };
  let held = '';
  let section: Section | undefined;
  let length = 0;

  /** Counts within a section, up to its end or the end of the text; returns the index to continue at. */
  function within(text: string, from: number, { end }: Section): number {
    const at = text.indexOf(end, from);
    const to = at === -1 ? Math.max(from, text.length - end.length + 1) : at;
    if (section === CDATA) counts.brackets += countOf(text, ']', from, to);
    else if (section !== DTD) counts.comment = Math.max(counts.comment, (length += to - from));
    if (at === -1) return to;
    section = undefined;
    return at + end.length;
  }

  /** Counts up to the next section; returns the index to continue at. */
  function between(text: string, from: number): number {
    let at = text.indexOf('<', from);
    while (
      at !== -1 &&
      at + LONGEST_START <= text.length &&
      !SECTIONS.some(({ start }) => text.startsWith(start, at))
    ) {
      at = text.indexOf('<', at + 1);
    }
    const to = at === -1 ? text.length : at;
    counts.references += countOf(text, '&', from, to);
    section = SECTIONS.find(({ start }) => text.startsWith(start, to));
    counts.hasDtd ||= section === DTD;
    length = 0;
    return to + (section?.start.length ?? 0);
  }

  return (piece) => {
    const text = held + piece;
    let at = 0;
    for (let before = -1; at > before && at < text.length;) {
      before = at;
      at = section ? within(text, at, section) : between(text, at);
    }
    held = text.slice(at);
    return counts;
  };
}
