/** Cells are plain text; what stands between backticks is shown as code. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: ReadonlyArray<readonly string[]>
}

export interface Section {
  readonly title: string
  readonly about?: string
  readonly table?: Table | undefined
}

/** One page of the reference: the file `<name>.html`. */
export interface Page {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly sections: readonly Section[]
}
