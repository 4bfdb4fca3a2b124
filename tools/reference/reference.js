// The theme that was chosen in the application, before anything is painted.
try {
  const theme = localStorage.getItem('hindcast:theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked; the theme of the system is then used.
}

document.addEventListener('DOMContentLoaded', () => {
  const find = document.querySelector('#find')
  if (!(find instanceof HTMLInputElement)) return
  const said = document.querySelector('.find output')
  const sections = Array.from(document.querySelectorAll('section'), (section) => ({
    section,
    title: (section.querySelector('h2')?.textContent ?? '').toLowerCase(),
    about: (section.querySelector('p')?.textContent ?? '').toLowerCase(),
    rows: Array.from(section.querySelectorAll('tbody tr'), (row) => ({
      row,
      text: (row.textContent ?? '').toLowerCase(),
    })),
  }))

  // Every word has to occur: in a row, or in the heading above it, which then keeps all of its rows.
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const { section, title, about, rows } of sections) {
      const whole = words.every((word) => `${title} ${about}`.includes(word))
      let visible = 0
      for (const { row, text } of rows) {
        row.hidden = !whole && !words.every((word) => `${title} ${text}`.includes(word))
        if (!row.hidden) visible += 1
      }
      section.hidden = !whole && visible === 0
      if (!section.hidden) shown += Math.max(visible, 1)
    }
    if (said) said.textContent = words.length === 0 ? '' : shown === 0 ? 'Nothing found' : `${shown} found`
  }
  find.addEventListener('input', show)
  show()
})
