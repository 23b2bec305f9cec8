/**
 * Holds two samples against each other (Mann and Whitney, by the normal approximation, ties included).
 *
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @returns {{ p: number, share: number }} `p` two-sided; `share` how often one of `one` is above one of `other`, 0.5 when
 *   there is no difference
 */
export function compareSamples(one, other) {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    const size = end - start;
    ties += size ** 3 - size;
    for (let index = start; index < end; index += 1) if (all[index]?.isOne) rankSum += rank;
    start = end;
  }
  const [n, m] = [one.length, other.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const sigma = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = sigma === 0 ? 0 : (u - (n * m) / 2) / sigma;
  return { p: 2 * (1 - normal(Math.abs(z))), share: u / (n * m) };
}

/** @param {number} z */
function normal(z) {
  // Abramowitz and Stegun 26.2.17, good to 7 digits.
  const t = 1 / (1 + 0.2316419 * z);
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
