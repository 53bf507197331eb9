import './thread-scope';
import '@/sandbox/start-bash';
