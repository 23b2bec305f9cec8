/** The style of the plain form's page: the shop's design tokens, or the defaults of Florin's elements. */
import type { FrameColours, FrameTheme } from '../frame/frame-theme.js';

const LIGHT: Required<FrameColours> = {
  ink: '#1c2024',
  inkSoft: '#60646c',
  paper: '#fff',
  line: '#8e909b',
  accent: '#0b68cb',
  danger: '#b42318',
};
const DARK: Required<FrameColours> = {
  ink: '#edeef0',
  inkSoft: '#b0b4ba',
  paper: '#18191b',
  line: '#6b727b',
  accent: '#70b8ff',
  danger: '#ff9592',
};

/** Without `light-dark()`, because a browser without script is often an old one. */
export function writePlainFormCss({ light, dark, radius, controlHeight, font }: FrameTheme = {}): string {
  return `
:root { color-scheme: light dark; ${writeTokens({ ...LIGHT, ...light })}
  --radius: ${radius ?? '8px'}; --height: ${controlHeight ?? '48px'}; }
@media (prefers-color-scheme: dark) { :root { ${writeTokens({ ...DARK, ...dark })} } }
*, ::before { box-sizing: border-box; }
body {
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 ${font ?? 'system-ui, sans-serif'};
  margin: 0 auto;
  max-width: 30rem;
  overflow-wrap: anywhere;
  padding: 28px 20px;
  -webkit-text-size-adjust: 100%;
}
a { color: var(--accent); }
.back { display: inline-block; margin-bottom: 20px; padding: 4px 0; }
.back::before { content: "← " / ""; }
[dir=rtl] .back::before { content: "→ " / ""; }
h1 { font-size: 1.375rem; font-weight: 600; line-height: 1.25; margin: 0 0 8px; }
dl { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 0 0 20px; }
dl div { display: flex; gap: 8px; }
dt { color: var(--inkSoft); }
dd { margin: 0; }
form { display: grid; gap: 16px 12px; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
form > * { grid-column: 1 / -1; margin: 0; }
.half { grid-column: auto; }
label { display: block; font-size: .875rem; font-weight: 500; margin-bottom: 6px; }
small { color: var(--inkSoft); display: block; font-size: .8125rem; margin-top: 6px; }
input, button { border-radius: var(--radius); font: inherit; min-height: var(--height); width: 100%; }
input {
  background: var(--paper);
  border: 1px solid var(--line);
  color: inherit;
  font-size: max(16px, 1em);
  font-variant-numeric: tabular-nums;
  padding: 0 14px;
}
input:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: -2px; }
input[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
button {
  background: var(--accent);
  border: 1px solid transparent;
  color: var(--paper);
  cursor: pointer;
  font-weight: 600;
  margin-top: 8px;
  padding: 8px 16px;
}
button svg { margin-inline-end: 8px; vertical-align: -2px; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role=alert] {
  border: 1px solid var(--danger);
  border-radius: var(--radius);
  color: var(--danger);
  margin: 0 0 20px;
  padding: 12px 14px;
}
.tick { align-items: start; display: flex; gap: 10px; }
.tick label { font-size: 1rem; font-weight: 400; margin: 0; }
.tick input { accent-color: var(--accent); flex: none; height: 20px; margin: 2px 0 0; min-height: 0; width: 20px; }
[inputmode=numeric] { direction: ltr; }
[dir=rtl] [inputmode=numeric] { text-align: right; }
`;
}

function writeTokens(colours: Required<FrameColours>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}
