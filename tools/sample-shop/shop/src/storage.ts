export function read<T>(key: string): T | undefined {
  const text = localStorage.getItem(key)
  return text === null ? undefined : JSON.parse(text)
}

export function save(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}
