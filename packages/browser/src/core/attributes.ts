/** The SDK leaves out what is undefined. */
export type Attributes = Record<string, string | number | boolean | undefined>

/** `served` of `navigation` is sent as `hindcast.navigation.served`; times in whole milliseconds. */
export function named(noun: string, values: Attributes): Attributes {
  const attributes: Attributes = {}
  for (const name in values) {
    const value = values[name]
    attributes[`hindcast.${noun}.${name}`] = typeof value === 'number' ? Math.round(value) : value
  }
  return attributes
}
