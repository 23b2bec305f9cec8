// @ts-check
/**
 * Draws a sequence diagram as SVG: lanes, and an arrow with a text for each step. It follows the colour scheme of the page.
 * docs/decisions/0024-documentation-site.md explains why no package draws it.
 */

/**
 * @typedef {object} Flow
 * @property {string} title
 * @property {Readonly<Record<string, string>>} actors the lanes from left to right, by short names
 * @property {readonly (readonly [from: string, to: string, text: string, kind?: 'card'])[]} steps
 */

const LANE = 236;
const MARGIN = 92;
const HEAD = 56;
const ROW = 46;
/** Width of a wide letter at 14px. */
const LETTER = 7.1;

const STYLE = `
svg { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #b9bbc6; --accent: #0b68cb; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { svg { --ink: #edeef0; --soft: #b0b4ba; --line: #5a6169; --accent: #70b8ff; --paper: #111113; } }
.ground { fill: var(--paper); }
text { fill: var(--ink); font: 14px system-ui, sans-serif; text-anchor: middle; }
.actor { font-weight: 600; }
.number { fill: var(--soft); font-size: 12px; }
.lane { stroke: var(--line); }
.arrow { stroke: var(--soft); stroke-width: 1.5; }
.head { fill: var(--soft); }
.card .arrow { stroke: var(--accent); stroke-width: 3; }
.card .head { fill: var(--accent); }
.card text { fill: var(--accent); font-weight: 600; }
`;

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * @param {Flow} flow
 * @returns {string} a file
 */
export function sequenceDiagram({ title, actors, steps }) {
  const names = Object.keys(actors);
  const width = MARGIN * 2 + LANE * (names.length - 1);
  const height = HEAD + ROW * steps.length + 16;
  const placeOf = (/** @type {string} */ name) => MARGIN + LANE * names.indexOf(name);
  const lanes = names.map(
    (name) =>
      `<line class="lane" x1="${placeOf(name)}" x2="${placeOf(name)}" y1="36" y2="${height - 8}"/><text class="actor" x="${placeOf(name)}" y="24">${escape(actors[name] ?? '')}</text>`,
  );
  const arrows = steps.map(([from, to, text, kind], index) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    if (text.length * LETTER > Math.abs(end - start) + LANE / 4) throw new Error(`"${text}" is longer than its arrow`);
    const y = HEAD + ROW * index + 30;
    const back = Math.sign(start - end);
    const middle = (start + end) / 2;
    const half = (text.length * LETTER) / 2 + 4;
    return `<g${kind ? ` class="${kind}"` : ''}><line class="arrow" x1="${start}" x2="${end + back * 8}" y1="${y}" y2="${y}"/><path class="head" d="M${end} ${y}l${back * 11}-6v12z"/><rect class="ground" x="${middle - half}" y="${y - 23}" width="${half * 2}" height="18"/><text x="${middle}" y="${y - 9}">${escape(text)}</text><text class="number" x="${start + back * 12}" y="${y + 4}">${index + 1}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>${STYLE}</style>
<rect class="ground" width="100%" height="100%"/>
${[...lanes, ...arrows].join('\n')}
</svg>
`;
}
