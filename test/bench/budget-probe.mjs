/**
 * Runs in every document before its own scripts. Notes when inputs are there, what moves, and which timers fire. Looking
 * for inputs at every picture is work itself, so a page whose work is measured is not looked at.
 */
export function installProbe({ looks }) {
  const seen = { inputs: [], shift: 0, fired: 0, isDone: false };
  globalThis.florinProbe = seen;
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
    const original = globalThis[name].bind(globalThis);
    if (name === 'requestAnimationFrame') seen.draw = original;
    globalThis[name] = (callback, ...rest) =>
      original(
        (...values) => {
          seen.fired += 1;
          return callback(...values);
        },
        ...rest,
      );
  }
  const inputsIn = (root) => {
    let count = 0;
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) count += inputsIn(element.shadowRoot);
      if (element.localName !== 'input' || element.type === 'hidden') continue;
      if (element.getBoundingClientRect().height > 0 && getComputedStyle(element).visibility === 'visible') count += 1;
    }
    return count;
  };
  const look = () => {
    const count = globalThis.innerHeight < 18 ? 0 : inputsIn(document);
    if (count !== (seen.inputs.at(-1)?.count ?? 0)) {
      seen.inputs.push({ at: performance.timeOrigin + performance.now(), count });
    }
    // Three are a form; it must not be the probe that keeps the page busy. A page around a frame has none itself.
    if (count < 3 && !seen.isDone && performance.now() < 30_000) seen.draw(look);
  };
  if (!looks) return;
  seen.draw(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
