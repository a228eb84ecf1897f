/** Length of the body that the upstream answers with: that of a usual answer. */
export const bodyBytes = 2_048
