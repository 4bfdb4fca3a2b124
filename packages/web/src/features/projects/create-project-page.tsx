export function CreateProjectPage() {
  return <main id="main">CreateProjectPage</main>
}
