export function SetupPage() {
  return <main id="main">SetupPage</main>
}
