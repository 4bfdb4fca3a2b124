export interface Terminal {
  print(text: string): void
  complain(text: string): void
}
