/** A certificate of `hook.example.com` for receivers of tests, signed by itself, until 2126. Its key protects nothing. */
export const receiverCertificate = `-----BEGIN CERTIFICATE-----
MIIBqTCCAVCgAwIBAgIUNc6rbTl9+jf0UvsGlDqEXpQr/lcwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaG9vay5leGFtcGxlLmNvbTAgFw0yNjExMjMxMDI3MzVaGA8y
MTI2MTAzMDEwMjczNVowGzEZMBcGA1UEAwwQaG9vay5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABBknixGcXbpPaQ0UvusRpXSQ9rHonKS3fJtu
ycrqn6np9rRDX2WkzLJkfHLMcXn6ZB+8JdZ+RE+uc20xSZmumHujcDBuMB0GA1Ud
DgQWBBTxKqjRpZ02Tyd7qZbjYjylsEZrXDAfBgNVHSMEGDAWgBTxKqjRpZ02Tyd7
qZbjYjylsEZrXDAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEGhvb2suZXhh
bXBsZS5jb20wCgYIKoZIzj0EAwIDRwAwRAIgMJeLAFN+c1BAmP2kGSdagu+hpL08
KPTNTU44UlANe7oCIEDOl8sJAp93qFAlIVtwEWH3B7itLKaFmV/Q25ZinNkk
-----END CERTIFICATE-----
`

export const receiverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2i/4LhI5OZDANqVA
Zgm1Gr+wCNAmuYh+0nOJe16beXyhRANCAAQZJ4sRnF26T2kNFL7rEaV0kPax6Jyk
t3ybbsnK6p+p6fa0Q19lpMyyZHxyzHF5+mQfvCXWfkRPrnNtMUmZrph7
-----END PRIVATE KEY-----
`
