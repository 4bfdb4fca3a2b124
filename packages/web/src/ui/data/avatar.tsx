interface Props {
  readonly name: string
  readonly size?: number
}

/** First letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0] ?? '?']
  return picked.map((word) => word.slice(0, 1).toLocaleUpperCase()).join('')
}

export function Avatar({ name, size = 24 }: Props) {
  return (
    <span
      className="inline-grid shrink-0 place-items-center rounded-full border border-line bg-sunken text-axis font-strong text-muted select-none"
      style={{ width: size, height: size }}
      title={name}
      role="img"
      aria-label={name}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
    </span>
  )
}
