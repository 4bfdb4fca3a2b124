/** Something about the set-up of an application. */
export interface Finding {
  /** A problem loses errors or leads nowhere; advice makes what arrives more useful. */
  readonly kind: 'problem' | 'advice'
  readonly text: string
  readonly fix: string
}

export const problem = (text: string, fix: string): Finding => ({ kind: 'problem', text, fix })
export const advice = (text: string, fix: string): Finding => ({ kind: 'advice', text, fix })
