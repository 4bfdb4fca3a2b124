/** Powers of two in the field of 256 elements that the standard names (its polynomial is 0x11d). */
const POWERS: readonly number[] = powers()
const LOGS = new Map(POWERS.slice(0, 255).map((value, exponent) => [value, exponent]))

function powers(): readonly number[] {
  let value = 1
  return Array.from({ length: 512 }, () => {
    const here = value
    value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1
    return here
  })
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : POWERS[LOGS.get(a)! + LOGS.get(b)!]!
}

/** The product of (x − 2⁰)(x − 2¹)…, without its leading one. */
function generator(count: number): readonly number[] {
  let factors = [1]
  for (let power = 0; power < count; power++) {
    const next = [...factors, 0]
    for (const [index, factor] of factors.entries()) next[index + 1]! ^= times(factor, POWERS[power]!)
    factors = next
  }
  return factors.slice(1)
}

/** Reed-Solomon: what is left of the words when they are divided by the generator. */
export function correctionOf(words: readonly number[], count: number): readonly number[] {
  const factors = generator(count)
  const rest = Array.from({ length: count }, () => 0)
  for (const word of words) {
    const lead = word ^ rest.shift()!
    rest.push(0)
    for (const [index, factor] of factors.entries()) rest[index]! ^= times(factor, lead)
  }
  return rest
}
