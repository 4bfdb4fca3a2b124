export function ProjectSettingsPage() {
  return (
    <main id="main" tabIndex={-1}>
      ProjectSettingsPage
    </main>
  )
}
