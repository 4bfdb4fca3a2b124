const PER_PAGE = 24

export interface Results {
  readonly items: readonly { readonly id: string; readonly name: string }[]
}

export function visibleItems(results: Results, page: number): Results['items'] {
  const from = page * PER_PAGE
  return results.items.slice(from, from + PER_PAGE)
}
