import { type ContractChoice, contractCookie, readContractChoice } from '../contract-choice.ts'

/** The contract that the browser remembers; null where the reader has chosen none. */
export function readRememberedContract(): ContractChoice | null {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${contractCookie}=`))
  return readContractChoice(cookie?.slice(contractCookie.length + 1) ?? null)
}
