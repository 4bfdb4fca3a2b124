export interface SnippetFile {
  readonly name: string
  /** What to do with it, where its name alone does not say. */
  readonly hint?: 'first' | 'imported' | 'production'
  readonly text: string
}

export interface Snippet {
  /** What is typed in a terminal first. */
  readonly install?: string
  readonly files: readonly SnippetFile[]
}
