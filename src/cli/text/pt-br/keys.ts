import type { keys as english } from '../en/keys.ts';

export const keys: typeof english = {
  help: {
    commands: {
      group: 'Várias chaves de API num perfil: mais velocidade, e permissões lado a lado',
      add: 'Confere outra chave de API com o serviço e a guarda no perfil',
      list: 'Lista as chaves do perfil, mascaradas, com as permissões observadas',
      remove: 'Remove uma chave do perfil',
      move: 'Leva as chaves do perfil para o cofre de senhas, ou para o arquivo',
      check: 'Pergunta ao serviço o que cada chave pode fazer, e guarda a resposta',
    },
    options: {
      name: { value: 'nome', description: 'como a chave se chama aqui' },
      place: { value: 'keychain|file', description: 'para onde: keychain (cofre) ou file (arquivo)' },
    },
  },
  fields: {
    first: 'Usada primeiro',
    accepted: 'Aceita',
    'permissions.read:payments': 'Pagamentos',
    'permissions.read:withdraws': 'Saques',
    'permissions.read:balance': 'Saldo',
    'permissions.write:withdraw:create': 'Envia dinheiro',
    'permissions.write:payment:create': 'Cria cobranças',
  },
  noProfile: {
    message: 'não há perfil que possa guardar chaves',
    hint: 'entre primeiro: pix auth login',
  },
  nameTaken: (name, profile) => ({
    message: `o perfil "${profile}" já tem uma chave chamada "${name}"`,
    hint: `escolha outro nome, ou remova aquela antes: pix keys remove ${name}`,
  }),
  alreadyThere: (name, profile) => ({
    message: `o perfil "${profile}" já guarda esta chave, como "${name}"`,
    hint: 'para ver todas: pix keys list',
  }),
  unknown: (name, known, closest) => ({
    message: `não há chave chamada "${name}"`,
    hint: `${closest === undefined ? '' : `seria ${closest}? `}há: ${known.join(', ')}`,
  }),
  otherAccount: (profile) => ({
    message: `a chave é de outra conta que a do perfil "${profile}"; nada foi guardado`,
    hint: 'guarde-a num perfil próprio: pix auth login -p NOME',
  }),
  lastKey: (profile) => ({
    message: `é a única chave do perfil "${profile}"`,
    hint: `remova-a junto com o perfil: pix auth logout -p ${profile}`,
  }),
  refused: (names) => ({
    message: `o serviço não aceita: ${names.join(', ')}`,
    hint: `chaves revogadas se removem com: pix keys remove ${names[0] ?? ''}`,
  }),
  added: (name, key, profile) => `A chave ${key} foi guardada como "${name}" no perfil "${profile}".`,
  removed: (name, profile) => `A chave "${name}" foi removida do perfil "${profile}".`,
  accountUnchecked:
    'Não foi possível conferir se a chave é da mesma conta: ela e a primeira chave não têm leitura em comum.',
  writesUnknown: 'O que uma chave pode escrever não se testa sem fazê-lo: fica desconhecido até o serviço recusar.',
  moved: (count, profile, place) =>
    count === 1
      ? `A chave do perfil "${profile}" agora está em: ${place}.`
      : `As ${count} chaves do perfil "${profile}" agora estão em: ${place}.`,
  nothingToMove: (profile, place) => `As chaves do perfil "${profile}" já estão em: ${place}.`,
};
