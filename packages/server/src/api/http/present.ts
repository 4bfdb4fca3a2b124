type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Without what is undefined: left out means "as it is", and must not be mistaken for "nothing". */
export function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Present<T>
}
