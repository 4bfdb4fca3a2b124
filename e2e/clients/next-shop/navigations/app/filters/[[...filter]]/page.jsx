export default function Page() {
  return <h1>Filters</h1>
}
