/** Styles of the challenge page, from a 250 by 400 dialog to a full window. They are inlined to save a request. */

export const CHALLENGE_CSS = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2024, #edeef0);
  --ink-soft: light-dark(#60646c, #b0b4ba);
  --paper: light-dark(#fff, #18191b);
  --ground: light-dark(#f4f5f7, #0c0d0e);
  --rule: light-dark(#e2e4e9, #2e3135);
  --line: light-dark(#8e909b, #6b727b);
  --accent: light-dark(#0b68cb, #70b8ff);
  --wrong: light-dark(#c6281e, #ff9592);
  --on-accent: light-dark(#fff, #0d1520);
}
*, ::before { box-sizing: border-box; }
body {
  background: var(--paper);
  color: var(--ink);
  font: .9375rem/1.4 system-ui, sans-serif;
  margin: 0;
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
}
main { margin: 0 auto; max-inline-size: 448px; padding: 6px 14px 4px; }
.bank { align-items: center; color: var(--ink-soft); display: flex; font-size: .75rem; gap: 8px; justify-content: space-between; margin: 0 0 6px; }
.mark { border: 1px solid var(--line); border-radius: 99px; padding: 0 8px; }
h1 { font-size: 1.125rem; font-weight: 600; letter-spacing: -.01em; line-height: 1.25; margin: 0 0 4px; text-wrap: balance; }
p { margin: 0 0 10px; }
.soft { color: var(--ink-soft); font-size: .8125rem; }
dl { border-block: 1px solid var(--rule); display: grid; gap: 2px 12px; grid-template-columns: auto 1fr; margin: 0 0 6px; padding: 4px 0; }
dt { color: var(--ink-soft); }
dd { font-variant-numeric: tabular-nums; margin: 0; text-align: end; }
.amount { font-weight: 600; }
form { display: grid; gap: 6px; margin: 0; }
.code { align-items: baseline; column-gap: 8px; display: grid; grid-template-columns: 1fr auto; }
.code span { color: var(--ink-soft); font-size: .8125rem; text-align: end; }
.code strong { color: var(--wrong); font-size: .8125rem; grid-column: 1 / -1; }
.code input, .code button { grid-row: 3; margin-block-start: 2px; }
input {
  background: transparent;
  border: 1px solid var(--line);
  border-radius: 8px;
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
  inline-size: 100%;
  letter-spacing: .12em;
  min-block-size: 44px;
  min-inline-size: 0;
  padding: 4px 12px;
}
[aria-invalid=true] { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
form + .soft { margin: 4px 0 0; text-align: center; }
button, .button {
  align-items: center;
  background: transparent;
  border: 1px solid var(--line);
  border-radius: 8px;
  color: var(--ink);
  cursor: pointer;
  display: flex;
  font: inherit;
  font-weight: 500;
  inline-size: 100%;
  justify-content: center;
  min-block-size: 44px;
  padding: 4px 12px;
  text-align: center;
  text-decoration: none;
}
details { color: var(--ink-soft); display: none; font-size: .8125rem; margin-block-start: 8px; }
summary { cursor: pointer; min-block-size: 24px; }
summary ~ * { display: flex; margin-block-start: 6px; }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.quiet { border-color: transparent; color: var(--accent); text-decoration: underline; text-underline-offset: 3px; }
button:hover, .button:hover, input:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (min-height: 480px) and (min-width: 300px) {
  main { padding: 20px 20px 24px; }
  .bank { margin-block-end: 10px; }
  h1 { margin-block-end: 14px; }
  dl { margin-block-end: 18px; padding-block: 12px; row-gap: 6px; }
  form { gap: 10px; }
  details { display: block; }
}
@media (min-width: 480px) {
  body { background: var(--ground); font-size: 1rem; }
  main { background: var(--paper); border: 1px solid var(--rule); border-radius: 16px; margin-block: max(24px, 12vh); padding: 28px; }
  h1 { font-size: 1.375rem; margin-block-end: 18px; }
  p, dl { margin-block-end: 18px; }
  dl { padding: 12px 0; row-gap: 6px; }
}
@media (scripting: none) { details { display: none; } }
@media (forced-colors: active) { .main { border-width: 2px; } }
`;
