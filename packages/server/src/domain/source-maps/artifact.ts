/** A file of a build: a script as it is served, its map, or an original source. */
export interface ArtifactFile {
  readonly projectId: string
  readonly kind: 'minified_source' | 'source_map' | 'source'
  /** As uploaded, with `~` for any origin: `~/static/js/main.js`. */
  readonly url: string
  /** Lower-case UUID with dashes; Turbopack's are not of version 4. */
  readonly debugId: string | undefined
  readonly release: string | undefined
  readonly dist: string | undefined
  /** What the script says about where its map is: the `sourcemap` header, else its last comment. */
  readonly sourceMap: string | undefined
  /** Where the bytes are. */
  readonly blob: string
  readonly bytes: number
  readonly uploadedAt: number
}

/** What was uploaded at once. The same bytes for the same projects are the same bundle. */
export interface ArtifactBundle {
  /** SHA-1 of the uploaded bytes, as the tools name it. */
  readonly checksum: string
  readonly projectIds: readonly string[]
  readonly release: string | undefined
  readonly dist: string | undefined
  readonly uploadedAt: number
}
