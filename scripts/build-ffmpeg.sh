#!/bin/sh
# Builds the ffmpeg of the container image from the sources of Debian's package (with Debian's security fixes), as root in
# a Debian container: LGPL parts only, and of these only the formats that Gleaner opens. Debian's own package is under the
# GPL and needs 450 MB of libraries. The result is in /out, laid out like /usr/local, with its sources and licence.
set -eu
sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
apt-get update -q
apt-get install -y -q --no-install-recommends dpkg-dev gcc libc6-dev libdav1d-dev make nasm pkg-config xz-utils zlib1g-dev
apt-get source -q --only-source ffmpeg
cd ffmpeg-*/
# The same containers as `allowedFormats` in src/infra/media/child-messages.ts.
./configure --prefix=/usr/local --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug \
  --disable-ffplay --disable-avdevice --disable-postproc --enable-zlib --enable-libdav1d \
  --enable-protocol=file,pipe \
  --enable-demuxer=aac,aiff,amr,caf,flac,flv,matroska,mov,mp3,mpegts,ogg,wav \
  --enable-decoder=aac,aac_latm,ac3,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_swf,alac,amrnb,amrwb,dca,eac3,flac \
  --enable-decoder=gsm,gsm_ms,mlp,mp1float,mp2float,mp3float,nellymoser,opus,speex,truehd,vorbis,wavpack,wmav1,wmav2,wmapro \
  --enable-decoder='pcm_*' \
  --enable-decoder=bmp,dnxhd,flv,gif,h263,h264,hevc,libdav1d,mjpeg,mpeg1video,mpeg2video,mpeg4,png,prores,theora,vc1 \
  --enable-decoder=vp3,vp6,vp6f,vp8,vp9,webp,wmv3,ass,movtext,srt,ssa,subrip,text,webvtt \
  --enable-parser=aac,aac_latm,ac3,amr,av1,bmp,dca,dnxhd,flac,gif,gsm,h263,h264,hevc,mjpeg,mlp,mpeg4video,mpegaudio \
  --enable-parser=mpegvideo,opus,png,vc1,vorbis,vp3,vp8,vp9,webp \
  --enable-encoder=mjpeg,pcm_s16le,srt,subrip --enable-muxer=image2pipe,pcm_s16le,srt \
  --enable-filter=anull,aformat,aresample,format,null,scale
make -j"$(nproc)"
mkdir -p /out/bin /out/share/doc/gleaner-ffmpeg
install -s ffmpeg ffprobe /out/bin/
cp COPYING.LGPLv2.1 ../*.tar.xz ../*.dsc ../build-ffmpeg.sh /out/share/doc/gleaner-ffmpeg/
