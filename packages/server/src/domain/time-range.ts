/** Half open: `from` is inside, `to` is not, so adjacent windows never count an event twice. Epoch milliseconds. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}
