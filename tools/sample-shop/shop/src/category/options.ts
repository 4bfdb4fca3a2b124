export interface Facet {
  readonly name: string
  /** One brand was a text, several are a list. */
  readonly values: readonly string[]
}

export function optionsOf({ values }: Facet) {
  return values.map((value) => ({ value, label: value.replaceAll('-', ' ') }))
}
