/**
 * Where the template that begins at `start` ends. What stands in `${}` is passed over: functions inside a template are
 * rare. Templates in templates are counted rather than followed, because a text may nest more of them than there is stack.
 */
export function templateEnd(source: string, start: number): number {
  /** For each template around, how many braces are open in its `${}`; 0 while in its text. */
  const open = [0]
  for (let index = start + 1; index < source.length; index++) {
    const char = source[index]
    const inner = open.length - 1
    const braces = open[inner]!
    if (char === '\\') index++
    else if (braces > 0) {
      if (char === '{') open[inner] = braces + 1
      else if (char === '}') open[inner] = braces - 1
      else if (char === '`') open.push(0)
    } else if (char === '`') {
      open.pop()
      if (open.length === 0) return index + 1
    } else if (char === '$' && source[index + 1] === '{') {
      open[inner] = 1
      index++
    }
  }
  return source.length
}
