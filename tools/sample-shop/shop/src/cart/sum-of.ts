export interface CartLine {
  readonly sku: string
  readonly quantity: number
  readonly variant: { readonly price: number }
}

export function sumOf(lines: readonly CartLine[]): number {
  let sum = 0
  for (const line of lines) sum += line.variant.price * line.quantity
  return sum
}
