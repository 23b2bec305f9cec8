/** Styles of the pages. They use the custom properties of Florin's elements, so both look the same. */

export const PAGE_CSS = `
:root {
  color-scheme: light dark;
  --florin-ink: light-dark(#1c2024, #edeef0);
  --florin-ink-soft: light-dark(#60646c, #b0b4ba);
  --florin-paper: light-dark(#fff, #18191b);
  --florin-line: light-dark(#8e909b, #6b727b);
  --florin-accent: light-dark(#0b68cb, #70b8ff);
  --florin-on-accent: light-dark(#fff, #0d1520);
  --florin-danger: light-dark(#b42318, #ff9592);
  --ground: light-dark(#f4f5f7, #0c0d0e);
  --sheet: light-dark(#fff, #18191b);
  --rule: light-dark(#e2e4e9, #2e3135);
}
/* A frame follows its merchant's page, which is light unless its CSS says otherwise. */
.frame { color-scheme: light; }
*, ::before { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  color: var(--florin-ink);
  font: 1rem/1.5 system-ui, sans-serif;
  margin: 0;
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
}
.hosted { background: var(--ground); }
.hosted body { display: flex; flex-direction: column; min-block-size: 100vh; min-block-size: 100svh; }
.top {
  align-items: center;
  block-size: 56px;
  display: flex;
  gap: 16px;
  inline-size: 100%;
  justify-content: space-between;
  margin: 0 auto;
  max-inline-size: 512px;
  padding: 0 20px;
}
.mark {
  border: 1px solid var(--florin-line);
  border-radius: 99px;
  color: var(--florin-ink-soft);
  font-size: .75rem;
  font-weight: 500;
  margin-inline-start: auto;
  padding: 1px 10px;
}
a { color: var(--florin-accent); text-underline-offset: 3px; }
.back { align-items: center; display: inline-flex; gap: 6px; min-block-size: 44px; text-decoration: none; }
.back:hover { text-decoration: underline; }
.hosted main {
  background: var(--sheet);
  border-block: 1px solid var(--rule);
  inline-size: 100%;
  margin: 0 auto;
  max-inline-size: 512px;
  padding: 28px 20px;
}
/* The frame's fields are aligned with the column of the page around it, so the focus ring is inside the box, also that of an error. */
.frame main { padding: 0; }
.frame .wrong .box:focus-within { outline-offset: -4px; }
@media (min-width: 560px) {
  .top { block-size: 80px; padding: 0; }
  .hosted main { border: 1px solid var(--rule); border-radius: 16px; padding: 36px; }
}
h1 { font-size: 1.375rem; font-weight: 600; letter-spacing: -.01em; line-height: 1.25; margin: 0 0 20px; text-wrap: balance; }
.frame h1, .heard {
  block-size: 1px;
  clip-path: inset(50%);
  inline-size: 1px;
  margin: 0;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
}
.amount { font-size: 2rem; font-variant-numeric: tabular-nums; font-weight: 600; letter-spacing: -.02em; line-height: 1.2; margin: -12px 0 20px; }
.summary { border-block: 1px solid var(--rule); display: grid; gap: 6px 16px; grid-template-columns: auto 1fr; margin: 0 0 24px; padding: 14px 0; }
.summary dt { color: var(--florin-ink-soft); }
.summary dd { margin: 0; text-align: end; }
.tabs { background: var(--ground); border-radius: 10px; display: grid; gap: 4px; grid-auto-columns: 1fr; grid-auto-flow: column; margin: 0 0 20px; padding: 4px; }
.tabs a { align-items: center; border-radius: 7px; color: var(--florin-ink-soft); display: flex; font-weight: 500; justify-content: center; min-block-size: 44px; text-align: center; text-decoration: none; }
.tabs [aria-current] { background: var(--sheet); box-shadow: 0 0 0 1px var(--rule); color: var(--florin-ink); }
form { margin: 0; }
fieldset { border: 0; margin: 0; min-inline-size: 0; padding: 0; }
.fields { column-gap: 12px; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); row-gap: 6px; }
.fields > * { grid-column: 1 / -1; }
.fields > .cell-expiry, .fields > .cell-cvn, .fields > .cell-bsb, .fields > .cell-account { grid-column: auto; }
@media (max-width: 319px) { .fields > .field { grid-column: 1 / -1 !important; } }
.field { align-content: start; display: grid; grid-template-columns: minmax(0, 1fr); line-height: 1.4; row-gap: 6px; }
.field > label { font-size: .875rem; font-weight: 500; justify-self: start; }
.field.upgraded { display: block; }
.box {
  background: var(--florin-paper);
  block-size: 48px;
  border: 1px solid var(--florin-line);
  border-radius: 8px;
  display: grid;
  overflow: hidden;
}
.box > * { grid-area: 1 / 1; }
.box > .hint {
  align-self: center;
  color: var(--florin-ink-soft);
  font-size: .8125rem;
  justify-self: end;
  padding-inline-end: 12px;
  pointer-events: none;
}
.box:hover { border-color: var(--florin-ink-soft); }
.box:focus-within { border-color: var(--florin-accent); outline: 2px solid var(--florin-accent); outline-offset: -2px; }
.box input {
  background: none;
  block-size: 100%;
  border: 0;
  color: inherit;
  font: inherit;
  font-size: max(16px, 1em);
  font-variant-numeric: tabular-nums;
  inline-size: 100%;
  margin: 0;
  outline: 0;
  padding: 0 14px;
}
.note {
  align-items: start;
  color: var(--florin-ink-soft);
  column-gap: 5px;
  display: flex;
  font-size: .8125rem;
  line-height: 1.125rem;
  margin: -4px 0 0;
  min-block-size: 1.125rem;
}
.note svg { flex: none; margin-block-start: 2px; }
.wrong .box { border-color: var(--florin-danger); box-shadow: inset 0 0 0 1px var(--florin-danger); }
.wrong .box:focus-within { outline-offset: 1px; }
.wrong .note { color: var(--florin-danger); }
.choice label { align-items: start; color: inherit; display: flex; font-size: 1rem; font-weight: 400; gap: 10px; padding-block: 10px; }
.choice input { accent-color: var(--florin-accent); block-size: 20px; flex: none; inline-size: 20px; margin: 1px 0 0; }
.choice .note:not(.error) { display: none; }
.wrong.choice label { color: var(--florin-danger); }
.terms { color: var(--florin-ink-soft); font-size: .875rem; margin: 0 0 4px; }
.said { color: var(--florin-ink-soft); margin: 0 0 16px; }
.problems {
  background: color-mix(in srgb, var(--florin-danger) 8%, var(--sheet));
  border: 1px solid color-mix(in srgb, var(--florin-danger) 35%, var(--sheet));
  border-radius: 8px;
  column-gap: 10px;
  display: grid;
  font-size: .9375rem;
  grid-template-columns: 20px minmax(0, 1fr);
  margin: 0 0 20px;
  padding: 12px 14px;
}
.problems::before {
  background: var(--florin-danger);
  block-size: 20px;
  clip-path: path(evenodd, "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 5h2v6.5H9zm0 8h2v2H9z");
  content: "";
  forced-color-adjust: none;
  grid-row: 1;
  margin-block-start: 2px;
}
.problems > * { grid-column: 2; }
.problems p, .problems ul { margin: 0; }
.problems ul { padding-inline-start: 20px; }
.problems a { color: inherit; }
.what { font-weight: 600; }
button {
  background: var(--florin-accent);
  border: 0;
  border-radius: 8px;
  color: var(--florin-on-accent);
  cursor: pointer;
  font: inherit;
  font-weight: 600;
  inline-size: 100%;
  margin-block-start: 16px;
  min-block-size: 48px;
  padding: 10px 20px;
}
button:hover { background: color-mix(in srgb, var(--florin-accent) 88%, var(--florin-ink)); }
button:disabled { cursor: default; opacity: .65; }
.second { background: none; box-shadow: inset 0 0 0 1px var(--florin-line); color: inherit; }
.second:hover { background: var(--ground); }
:is(a, button, summary, input[type="checkbox"], .problems, .scroll, h1):focus-visible { outline: 2px solid var(--florin-accent); outline-offset: 2px; }
.button { background: var(--florin-accent); border-radius: 8px; color: var(--florin-on-accent); display: grid; font-weight: 600; margin-block-start: 20px; min-block-size: 48px; padding: 12px 20px; place-items: center; text-align: center; text-decoration: none; }
.state { color: var(--florin-ink-soft); font-size: .875rem; margin: 10px 0 0; min-block-size: 1.3125rem; }
.frame .state { margin: 4px 0 0; }
footer { color: var(--florin-ink-soft); font-size: .8125rem; margin: 0 auto; max-inline-size: 512px; padding: 20px; text-align: center; }
footer a { color: inherit; display: inline-block; padding-block: 4px; }
.frame footer { padding: 6px 0; text-align: start; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; margin-block: 16px; }
th, td { border-block-end: 1px solid var(--rule); font-weight: 400; padding: 10px 16px 10px 0; text-align: start; }
thead th { color: var(--florin-ink-soft); font-size: .875rem; }
code { font-family: ui-monospace, monospace; font-size: .9375rem; white-space: nowrap; }
@media (forced-colors: active) {
  .box:focus-within { outline-color: Highlight; }
  .tabs [aria-current] { outline: 2px solid; }
  button { border: 1px solid; }
}
`;
