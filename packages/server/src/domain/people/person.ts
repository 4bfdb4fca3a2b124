export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}
