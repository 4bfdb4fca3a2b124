export function PreferencesPage() {
  return (
    <main id="main" tabIndex={-1}>
      PreferencesPage
    </main>
  )
}
