export default function Legacy() {
  return <h1>Legacy</h1>
}

export function getServerSideProps() {
  return { props: {} }
}
