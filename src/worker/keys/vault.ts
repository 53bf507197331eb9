import { AppError } from '@/base/errors';
import type { Sealed, Vault } from '@/storage/stores';

/** Rounds of PBKDF2 with SHA-256 for a new vault, as OWASP recommends. */
export const passphraseRounds = 600_000;
const verifierText = 'heddle';
/** Cannot be the id of a provider, which contains no space. */
const verifierLabel = 'the verifier';

/** A vault with the key derived from its passphrase. The key cannot be exported. */
export interface OpenVault {
  readonly vault: Vault;
  readonly key: CryptoKey;
}

/** Creates a vault with a new passphrase. */
export async function createVault(passphrase: string, rounds: number): Promise<OpenVault> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(passphrase, salt, rounds);
  return { vault: { salt, iterations: rounds, verifier: await sealText(key, verifierLabel, verifierText) }, key };
}

/** Opens a vault; undefined if the passphrase is wrong. */
export async function openVault(vault: Vault, passphrase: string): Promise<OpenVault | undefined> {
  const key = await deriveKey(passphrase, vault.salt, vault.iterations);
  const text = await unsealText(key, verifierLabel, vault.verifier);
  return text === verifierText ? { vault, key } : undefined;
}

/** Encrypts a text and binds it to `label`: with another label it cannot be decrypted. */
export async function sealText(key: CryptoKey, label: string, text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await getWebCrypto().encrypt(createAlgorithm(iv, label), key, new TextEncoder().encode(text));
  return { iv, data: new Uint8Array(data) };
}

/** Decrypts; undefined if key or label differ, or the data was changed. */
export async function unsealText(key: CryptoKey, label: string, { iv, data }: Sealed): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await getWebCrypto().decrypt(createAlgorithm(iv, label), key, data));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined;
    throw error;
  }
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  // Normalised, because keyboards encode the same accented letter in different ways.
  const secret = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await getWebCrypto().importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return getWebCrypto().deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function createAlgorithm(iv: Uint8Array<ArrayBuffer>, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) };
}

function getWebCrypto(): SubtleCrypto {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle !== undefined) return subtle;
  throw new AppError(
    'STORAGE_FAILED',
    'This page cannot encrypt, because it was not loaded by https or from localhost.',
    {
      advice: 'Keep the key in memory only, or open Heddle by https.',
    },
  );
}
