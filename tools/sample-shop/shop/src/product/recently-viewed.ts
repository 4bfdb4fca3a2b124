import { read, save } from '../storage'

const KEY = 'recently-viewed'

export function rememberViewed(product: { readonly id: string; readonly name: string }): void {
  const before = read<readonly { id: string }[]>(KEY) ?? []
  const others = before.filter(({ id }) => id !== product.id)
  save(KEY, [product, ...others])
}
