import * as v from 'valibot'

/**
 * What is wrong with a value, as a refusal says it: "path: message" for each issue, the message alone when it is about the whole.
 *
 * @param maxShown most issues that are listed
 */
export function issuesText(issues: readonly v.BaseIssue<unknown>[], maxShown: number): string {
  return issues
    .slice(0, maxShown)
    .map((issue) => {
      const at = v.getDotPath(issue)
      return at === null ? issue.message : `${at}: ${issue.message}`
    })
    .join('; ')
}
