/** Kubernetes: its API server, its controllers, kubectl, and the etcd that this release is made with. */
export const kubernetesVersion = '1.37.2'

/** An operator whose objects this repository has, or names in its documents. */
export type Operator = {
  /** Its name as its users know it. */
  name: string
  /** Its Go module, which the definitions of its objects come with. */
  module: string
  /** Folder of the definitions in the module. */
  definitions: string
  /** Releases whose definitions the objects are checked against. */
  versions: readonly [version: string, ...more: string[]]
}

/** The oldest release that deploy/kubernetes/README.md promises, and a current one. */
export const cloudNativePg: Operator = {
  name: 'CloudNativePG',
  module: 'github.com/cloudnative-pg/cloudnative-pg',
  definitions: 'config/crd/bases',
  versions: ['1.25.0', '1.30.0'],
}
/** As above. */
export const redisOperator: Operator = {
  name: 'redis-operator',
  module: 'github.com/OT-CONTAINER-KIT/redis-operator',
  definitions: 'config/crd/bases',
  versions: ['0.19.0', '0.26.0'],
}
export const keda: Operator = {
  name: 'KEDA',
  module: 'github.com/kedacore/keda/v2',
  definitions: 'config/crd/bases',
  versions: ['2.21.0'],
}
export const prometheusOperator: Operator = {
  name: 'Prometheus operator',
  module: 'github.com/prometheus-operator/prometheus-operator',
  definitions: 'example/prometheus-operator-crd',
  versions: ['0.85.0'],
}
