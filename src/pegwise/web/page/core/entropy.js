// Sums of n log n over class sizes, compared exactly: close ones as the whole numbers whose logarithms they are.

const CLOSE = 1e-6; // far more than the rounding of such a sum
/** @type {number[]} */
const logs = [0];

/** About the sum of n log2 n. @param {Int32Array} sizes */
export function spread(sizes) {
  let sum = 0;
  for (const size of sizes) if (size > 1) sum += logs[size] ??= size * Math.log2(size);
  return sum;
}

/** Below 0 if the one has the smaller sum of n log n, 0 if both are the same. @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
export function compareSpread(one, other) {
  const close = spread(Int32Array.from(one)) - spread(Int32Array.from(other));
  if (Math.abs(close) > CLOSE) return close;
  const powers = primePowers(one);
  for (const [prime, power] of primePowers(other)) powers.set(prime, (powers.get(prime) ?? 0) - power);
  let first = 1n;
  let second = 1n;
  for (const [prime, power] of powers) {
    if (power > 0) first *= BigInt(prime) ** BigInt(power);
    else second *= BigInt(prime) ** BigInt(-power);
  }
  return first === second ? 0 : first < second ? -1 : 1;
}

/** The powers of the primes in the product of n**n. @param {ArrayLike<number>} sizes */
function primePowers(sizes) {
  /** @type {Map<number, number>} */
  const powers = new Map();
  for (const size of Array.from(sizes)) {
    let rest = size;
    for (let prime = 2; rest > 1; prime = prime * prime > rest ? rest : prime + 1) {
      for (; rest % prime === 0; rest /= prime) powers.set(prime, (powers.get(prime) ?? 0) + size);
    }
  }
  return powers;
}
