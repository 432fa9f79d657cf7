import type { pathwayPage } from '@learnt/contract/pathways'

/** As the contract has it; its value would bring the schemas along. */
const { hits, numbers, last }: typeof pathwayPage = { hits: 12, numbers: 10, last: 500 }

/** The search of the listing and the number of its page, as they stand in the address. */
export function readSearch(address: string): { q: string; page: number } {
  const params = new URLSearchParams(address)
  const page = Math.floor(Number(params.get('page')))
  return { q: (params.get('search') ?? '').trim().slice(0, 200), page: page >= 1 ? Math.min(page, last) : 1 }
}

export function pageCount(total: number): number {
  return Math.min(last, Math.ceil(total / hits))
}

/** The page numbers to show: as many as fit round the one that is open. */
export function pageNumbers(page: number, total: number): number[] {
  const count = pageCount(total)
  const first = Math.max(1, Math.min(page - numbers / 2, count - numbers + 1))
  return Array.from({ length: Math.min(numbers, count) }, (_, index) => first + index)
}
