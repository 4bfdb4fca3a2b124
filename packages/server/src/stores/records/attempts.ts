/** How many attempts of one kind somebody has. */
export interface AttemptRule {
  /** Of the kind. */
  readonly name: string
  readonly attempts: number
  /** It begins with the first attempt. */
  readonly windowMs: number
  /** Keys that are remembered, the latest ones: a million made-up ones must not fill the records. */
  readonly capacity: number
}

/** Attempts that are counted for all nodes on the same records, by the clock of the records. */
export interface AttemptRecords {
  /** Counts an attempt; when there were too many, answers the milliseconds to wait instead. */
  take(rule: AttemptRule, key: string): Promise<number | undefined>
  forget(rule: Pick<AttemptRule, 'name'>, key: string): Promise<void>
}
