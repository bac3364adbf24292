import { failure } from '../../errors/command-error.ts';
import type { keyStorage as english } from '../en/key-storage.ts';

export const keyStorage: typeof english = {
  storage: 'LUGAR',
  storages: {
    command: 'gerenciador de senhas, consultado por um comando',
    keychain: 'cofre de senhas do sistema',
    file: (path) => `arquivo ${path}, que só você pode ler`,
  },
  sources: {
    command: 'do perfil, por seu comando',
    environment: 'de PIX_API_KEY',
    keychain: 'do perfil, no cofre de senhas',
    file: 'do perfil, no arquivo',
  },
  reasons: {
    noSession: 'sem sessão gráfica',
    locked: 'está bloqueado, ou o acesso foi negado',
    silent: 'não responde',
    unreliable: 'não devolve o que guarda',
  },
  commandReasons: {
    'printed nothing': 'ele não imprimiu nada',
    'printed something else': 'ele imprimiu outra coisa, não uma chave',
    'took too long': 'ele levou mais de dois minutos',
    'not found': 'esse programa não existe',
  },
  commandExit: (exitCode) => `ele terminou com o código de saída ${exitCode}`,
  stored: (key, storage) => `A chave ${key} foi salva em: ${storage}.`,
  noKeychainHere: (reason) => `Nenhum cofre de senhas disponível (${reason}).`,
  keychainRefused: (reason) =>
    failure(
      `não foi possível usar o cofre de senhas: ${reason}`,
      'desbloqueie-o ou entre na sessão gráfica, ou salve a chave no arquivo: --no-keychain',
    ),
  locked: (profile, key, reason) =>
    failure(
      `a chave "${key}" do perfil "${profile}" está no cofre de senhas, que não pode ser lido: ${reason}`,
      `desbloqueie-o e tente de novo, defina PIX_API_KEY, ou salve a chave de novo: pix auth login -p ${profile} --no-keychain`,
    ),
  commandFailed: (profile, key, reason) =>
    failure(
      `o comando que imprime a chave "${key}" do perfil "${profile}" falhou: ${reason}`,
      `teste o comando sozinho, ou entre de novo: pix auth login -p ${profile}`,
    ),
  missing: (profile, key) =>
    failure(
      `a chave "${key}" do perfil "${profile}" não está mais onde foi salva`,
      `salve-a de novo: pix auth login -p ${profile}`,
    ),
  leftBehind: (entry, reason) =>
    `A entrada "${entry}" de "pix" continua no cofre de senhas, mas não é mais usada; remova-a de lá (${reason}).`,
};
