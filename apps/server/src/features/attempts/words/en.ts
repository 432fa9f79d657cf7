export const en = {
  attempts: { sameHost: 'Learnt was opened under the host name of its packages. Open it at its own address.' },
}
