export interface Commit {
  readonly id: string
  readonly repository: string
  readonly authorName: string | undefined
  readonly authorEmail: string | undefined
  readonly message: string | undefined
  readonly at: number | undefined
  readonly files: ReadonlyArray<{ readonly path: string; readonly type: 'A' | 'M' | 'D' }>
}

export interface Deploy {
  readonly id: string
  readonly environment: string
  readonly name: string | undefined
  readonly url: string | undefined
  readonly startedAt: number | undefined
  readonly finishedAt: number
}

export interface Release {
  readonly organizationId: string
  readonly version: string
  readonly projectIds: readonly string[]
  readonly url: string | undefined
  readonly ref: string | undefined
  readonly status: 'open' | 'archived'
  readonly createdAt: number
  readonly startedAt: number | undefined
  readonly releasedAt: number | undefined
}
