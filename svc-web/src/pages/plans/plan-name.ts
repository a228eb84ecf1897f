/** The name of a plan as pages show it: the API's name of the free plan has no accent, which the word has. */
export const showPlanName = (name: string): string => (name === 'Decouverte' ? 'Découverte' : name)
